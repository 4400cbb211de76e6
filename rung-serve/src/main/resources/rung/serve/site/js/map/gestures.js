/* What fingers, mouse and keys do to the camera. */

const STEP = 80;
const CLICK = 6;

/**
 * Listens on the element that shows the map.
 *
 * @param point is called with the place of a pointer that rests on the map, or null when it leaves
 * @param tap is called with the place of a tap or click
 */
export function listen(element, camera, { point, tap }) {
  const pointers = new Map();
  let travelled = 0;

  const place = (event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button, a, label, input")) {
      return;
    }
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    travelled = pointers.size > 1 ? Infinity : 0;
  });

  element.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      point(event.pointerType === "touch" ? null : now);
      return;
    }
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      camera.zoomAt(ratio, (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (travelled > CLICK) {
      camera.pan(now.x - before.x, now.y - before.y);
      point(null);
    }
    pointers.set(event.pointerId, now);
  });

  const end = (event) => {
    if (pointers.delete(event.pointerId) && event.type === "pointerup" && travelled <= CLICK) {
      tap(place(event), event.pointerType);
    }
  };
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("pointerleave", () => point(null));
  element.addEventListener("dblclick", (event) => camera.zoomAt(2, place(event).x, place(event).y));

  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      const { x, y } = place(event);
      camera.zoomAt(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
    },
    { passive: false },
  );

  const keys = {
    ArrowLeft: () => camera.pan(STEP, 0),
    ArrowRight: () => camera.pan(-STEP, 0),
    ArrowUp: () => camera.pan(0, STEP),
    ArrowDown: () => camera.pan(0, -STEP),
    "+": () => camera.zoomAt(1.4),
    "=": () => camera.zoomAt(1.4),
    "-": () => camera.zoomAt(1 / 1.4),
    0: () => camera.flyTo(0, 0, 1),
    Enter: () => tap({ x: camera.width / 2, y: camera.height / 2 }, "keyboard"),
  };
  element.addEventListener("keydown", (event) => {
    if (event.target === element && keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key]();
    }
  });
}
