package rung.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The map of 10,000 items: what a frame costs is counted, never timed. */
class MapTest extends PageTest {
    private static final int ITEMS = 10_000;

    /* Stands in for the server's map, and counts what the page asks of canvases: in all, and the most between two pictures shown. */
    private static final String MANY_ITEMS = """
            const ask = window.fetch;
            const numbers = Array.from({length: %d}, (_, k) => k);
            const between = (k, factor) => 2 * ((k * factor) %% 1) - 1;
            const map = {
              ids: numbers.map((k) => `i${k}`),
              titles: numbers.map((k) => `Item number ${k} of many`),
              users: numbers.map((k) => 1 + Math.floor(3000 / (1 + k))),
              x: numbers.map((k) => between(k, 0.7548776662466927)),
              y: numbers.map((k) => between(k, 0.5698402909980532)),
              columns: {},
            };
            window.manyItems = map;
            window.fetch = (address, options) => String(address).endsWith("api/v1/map") ? Promise.resolve(Response.json(map)) : ask(address, options);
            window.pictures = 0;
            window.calls = {};
            window.most = {};
            const now = {};
            for (const type of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
              for (const name of ["arc", "fill", "stroke", "fillText", "strokeText", "measureText", "drawImage", "putImageData", "getImageData"]) {
                const method = type.prototype[name];
                type.prototype[name] = function (...values) {
                  now[name] = (now[name] ?? 0) + 1;
                  calls[name] = (calls[name] ?? 0) + 1;
                  most[name] = Math.max(most[name] ?? 0, now[name]);
                  if (name === "putImageData") {
                    pictures += 1;
                    Object.keys(now).forEach((each) => delete now[each]);
                  }
                  return method.apply(this, values);
                };
              }
            }
            """.formatted(ITEMS);

    @BeforeAll
    void haveManyItems() {
        browser.runFirst(MANY_ITEMS);
    }

    /* Paths of a canvas cost some microseconds each: ten thousand of them, or all names anew, would be felt. */
    @ParameterizedTest
    @ValueSource(ints = {390, 1440})
    void gesturesCostLittle(int width) {
        browser.resize(width, 900);
        show("map");
        browser.one(".map-stage[data-ready]");
        rested();
        assertThat(count("calls")).doesNotContainKeys("arc", "fill", "stroke", "drawImage");
        browser.run(
                "Object.keys(most).forEach((name) => delete most[name]); Object.keys(calls).forEach((name) => delete calls[name]); pictures = 0");
        browser.runAsync("""
                const done = arguments[arguments.length - 1];
                const stage = document.querySelector(".map-stage");
                const box = stage.getBoundingClientRect();
                const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
                let frame = 0;
                const step = () => {
                  for (let event = 0; event < 5; event++) {
                    stage.dispatchEvent(new WheelEvent("wheel", {deltaY: frame < 20 ? -20 : 15, clientX, clientY, bubbles: true, cancelable: true}));
                  }
                  frame += 1;
                  frame < 40 ? requestAnimationFrame(step) : done();
                };
                step();
                """);
        rested();
        Map<String, Long> most = count("most");
        assertThat(most).doesNotContainKeys("arc", "fill", "stroke", "drawImage");
        assertThat(most.get("fillText")).isBetween(1L, 12L);
        assertThat(most.get("strokeText")).isBetween(1L, 12L);
        assertThat(most.get("measureText")).isBetween(1L, 60L);
        assertThat(most.get("getImageData"))
                .as("colors are looked up once, names read once")
                .isLessThanOrEqualTo(12L);
        long pictures = (Long) browser.run("return pictures");
        assertThat(pictures).as("five moves in a frame are painted once").isBetween(20L, 100L);
        assertThat(count("calls").get("fillText")).as("a name is drawn once").isLessThan(400L);
    }

    /* In one frame all points that are seen are painted, each once; and nothing of the way to a place is left in its picture. */
    @Test
    void everyFrameIsWhole() {
        show("model");
        Map<?, ?> found = (Map<?, ?>) browser.runAsync("""
                const done = arguments[arguments.length - 1];
                const load = (name) => import(new URL(`js/map/${name}.js`, location.href));
                Promise.all(["camera", "coloring", "paint", "pixels"].map(load)).then(([{Camera}, {coloring}, {Painter}, {Pixels}]) => {
                  const data = manyItems;
                  const order = data.ids.map((_, k) => k);
                  const ink = {text: "#111", soft: "#555", paper: "#fff", mine: "#d90", pick: "#d26", chosen: "#000", font: "sans-serif"};
                  const scene = {data, order, radii: data.users.map(() => 2.5), coloring: coloring(data, "popularity", false), lit: null,
                      marks: new Map([[5, "mine"], [17, "pick"], [40, "chosen"]]), active: 3, ink};
                  const start = () => {
                    const canvas = document.createElement("canvas");
                    const painter = new Painter(canvas);
                    painter.resize(800, 600, 1.5);
                    return {painter, canvas};
                  };
                  let discs = 0;
                  const disc = Pixels.prototype.disc;
                  Pixels.prototype.disc = function (...values) { discs += 1; disc.apply(this, values); };
                  const camera = new Camera();
                  camera.resize(800, 600);
                  const moving = start();
                  const wrong = [];
                  const inside = (k, margin) => {
                    const [x, y] = [camera.screenX(data.x[k]), camera.screenY(data.y[k])];
                    return x > -margin && y > -margin && x < 800 + margin && y < 600 + margin;
                  };
                  for (let frame = 0; frame < 30; frame++) {
                    camera.zoomAt(frame < 15 ? 1.15 : 0.9, 300, 250);
                    camera.pan(7.3, -3.1);
                    discs = 0;
                    moving.painter.paint(camera, scene);
                    const seen = order.filter((k) => inside(k, 20)).length + (inside(5, 20) ? 1 : 0); // mine has a disc more
                    if (discs !== seen) wrong.push(`frame ${frame}: ${discs} of ${seen} points`);
                  }
                  const settle = ({painter, canvas}) => {
                    let frames = 1;
                    while (!painter.paint(camera, scene)) frames += 1;
                    return {frames, image: canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)};
                  };
                  const after = settle(moving);
                  const fresh = settle(start());
                  const differing = after.image.data.filter((byte, k) => byte !== fresh.image.data[k]).length;
                  const clear = order.find((k) => inside(k, -30) && !scene.marks.has(k)
                      && order.every((other) => other === k || Math.hypot((data.x[k] - data.x[other]) * camera.scaleX, (data.y[k] - data.y[other]) * camera.scaleY) > 12));
                  Pixels.prototype.disc = disc;
                  const at = 4 * (Math.floor(1.5 * camera.screenY(data.y[clear])) * after.image.width + Math.floor(1.5 * camera.screenX(data.x[clear])));
                  done({wrong, differing, frames: fresh.frames, again: after.frames, size: [after.image.width, after.image.height],
                      dot: [...after.image.data.slice(at, at + 4)], distinct: new Set(new Uint32Array(fresh.image.data.buffer)).size});
                });
                """);
        assertThat(found.get("wrong")).isEqualTo(List.of());
        assertThat(found.get("differing")).isEqualTo(0L);
        assertThat(found.get("size")).isEqualTo(List.of(1200L, 900L));
        assertThat((Long) found.get("frames")).as("names come over some frames").isBetween(2L, 20L);
        assertThat((Long) found.get("again")).isLessThanOrEqualTo((Long) found.get("frames"));
        assertThat((List<?>) found.get("dot"))
                .as("a point is where its item is")
                .isNotEqualTo(List.of(255L, 255L, 255L, 255L));
        assertThat((Long) found.get("distinct")).isGreaterThan(50L);
    }

    private void rested() {
        browser.one(".map-stage canvas[data-rests]");
    }

    /** Calls of a canvas by name. */
    private Map<String, Long> count(String which) {
        Map<?, ?> counted = (Map<?, ?>) browser.run("return window[arguments[0]]", which);
        return counted.entrySet().stream()
                .collect(Collectors.toMap(each -> (String) each.getKey(), each -> (Long) each.getValue()));
    }
}
