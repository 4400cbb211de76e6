'use strict';
// Plays the strips of a player beside each other. Free of less-than signs and ampersands, since the page is XML too.
document.querySelectorAll('.player').forEach(player => {
  const find = selector => player.querySelector(selector);
  if (!find('.frames')) return;
  const { rate, labels, mask, start: first, strips } = JSON.parse(find('.frames').textContent);
  const scrubber = find('.scrubber');
  const play = find('.play');
  const label = find('output');
  const speed = find('select');
  const overlay = find('.overlay');
  const last = labels.length - 1;

  const load = source => Object.assign(new Image(), { src: source });
  const images = strips.map(sources => sources.map(load));
  const contexts = [...player.querySelectorAll('.strip img')].map(image => {
    const canvas = document.createElement('canvas');
    canvas.width = image.getAttribute('width');
    canvas.height = image.getAttribute('height');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', image.alt);
    const context = canvas.getContext('2d');
    image.decode().catch(() => {}).then(() => {
      if (shown === -1) context.drawImage(image, 0, 0);
      image.replaceWith(canvas);
    });
    return context;
  });

  let wanted = first;
  let shown = -1;
  let isDrawing = false;
  let due = null; // when playing: the moment for the next frame

  const draw = () => {
    if (shown === -1) return;
    contexts.forEach((context, strip) => {
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      context.drawImage(images[strip][shown], 0, 0);
    });
    if (overlay ? overlay.checked : false) {
      const { width, height } = contexts[0].canvas;
      const tint = Object.assign(document.createElement('canvas'), { width, height });
      const context = tint.getContext('2d');
      context.drawImage(images[mask][shown], 0, 0);
      context.globalCompositeOperation = 'source-in';
      context.fillStyle = '#ff5a00';
      context.fillRect(0, 0, width, height);
      contexts[0].globalAlpha = 0.6;
      contexts[0].drawImage(tint, 0, 0);
      contexts[0].globalAlpha = 1;
    }
    player.dataset.frame = shown;
  };

  // All strips change at once, when the pictures of all are decoded; what was asked for meanwhile comes next.
  const show = async () => {
    if (isDrawing) return;
    isDrawing = true;
    while (shown !== wanted) {
      const frame = wanted;
      await Promise.all(images.map(strip => strip[frame].decode().catch(() => {})));
      shown = frame;
      draw();
    }
    isDrawing = false;
  };

  const seek = frame => {
    wanted = Math.max(0, Math.min(last, frame));
    scrubber.value = wanted;
    scrubber.setAttribute('aria-valuetext', labels[wanted]);
    label.textContent = labels[wanted];
    show();
  };

  const pace = () => 1000 / (rate * speed.value);
  const tick = now => {
    if (due === null) return;
    if (now >= due) {
      const steps = 1 + Math.floor((now - due) / pace());
      due += steps * pace();
      seek((wanted + steps) % labels.length);
    }
    requestAnimationFrame(tick);
  };
  const start = () => {
    due = performance.now() + pace();
    requestAnimationFrame(tick);
    look();
  };
  const pause = () => {
    due = null;
    look();
  };
  const look = () => {
    const isPlaying = due !== null;
    player.classList.toggle('playing', isPlaying);
    play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
    label.setAttribute('aria-live', isPlaying ? 'off' : 'polite');
  };
  const toggle = () => (due === null ? start() : pause());
  const step = by => {
    pause();
    seek(wanted + by);
  };

  play.addEventListener('click', toggle);
  find('.previous').addEventListener('click', () => step(-1));
  find('.next').addEventListener('click', () => step(1));
  find('.strips').addEventListener('click', toggle);
  scrubber.addEventListener('input', () => step(Number(scrubber.value) - wanted));
  if (overlay) overlay.addEventListener('change', draw);

  const keys = {
    ' ': toggle,
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => step(-last),
    End: () => step(last),
  };
  player.addEventListener('keydown', event => {
    const isOwn = event.target.matches('select')
      || (event.key === ' ' ? event.target.matches('button, [type=checkbox]') : event.target === scrubber);
    const isPlain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
    const action = isPlain ? keys[event.key] : null;
    if (isOwn || !action) return;
    event.preventDefault();
    action();
  });

  find('.controls').hidden = false;
  seek(first);
});
