// Draws what the module computes. `window.finished` is a promise of what was found, for whoever tests the page.

import init, { Gpu, labels } from "./xparray_web.js";

const at = (id) => document.getElementById(id);

function state(name, text) {
  at("state").dataset.state = name;
  at("state").textContent = text;
}

const hue = (k, count) => `hsl(${Math.round((360 * k) / count)} 75% 42%)`;

// A canvas over a range of numbers, with the y axis upwards.
function plane(canvas, [left, right], [bottom, top]) {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.clearRect(0, 0, canvas.width, canvas.height);
  const x = (value) => ((value - left) / (right - left)) * canvas.width;
  const y = (value) => canvas.height - ((value - bottom) / (top - bottom)) * canvas.height;
  return { context, x, y };
}

function drawCurves(curves) {
  const { context, x, y } = plane(at("heat"), [0, 1], [-0.05, 1.25]);
  curves.forEach((values, k) => {
    context.strokeStyle = hue(0.65 * k, curves.length);
    context.lineWidth = 2;
    context.beginPath();
    values.forEach((value, i) => context.lineTo(x(i / (values.length - 1)), y(value)));
    context.stroke();
  });
}

async function heat(gpu, points) {
  const curves = [];
  const difference = await gpu.heat(points, (done, k, values) => {
    curves[k] = values;
    at("heat-done").value = done;
    drawCurves(curves);
  });
  at("heat-difference").textContent = `at most ${difference.toExponential(1)} from the CPU`;
  return difference;
}

const range = (values) => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = 0.05 * (high - low);
  return [low - margin, high + margin];
};

function drawSamples([across, up], classes) {
  const { context, x, y } = plane(at("digits"), range(across), range(up));
  across.forEach((value, i) => {
    context.fillStyle = hue(classes[i], 10);
    context.fillRect(x(value) - 1.5, y(up[i]) - 1.5, 3, 3);
  });
}

async function digits(gpu) {
  const load = async (name) => {
    const answer = await fetch(name);
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const [samples, known] = await Promise.all([load("digits.npy"), load("digits_labels.npy")]);
  const [classes, ratios, axes] = [labels(known), [], []];
  const difference = await gpu.components(samples, (done, ratio, coordinates) => {
    ratios.push(ratio);
    at("digits-done").value = done;
    at("ratios").textContent = `explained variance: ${ratios.map((part) => part.toFixed(4)).join(", ")}`;
    if (axes.push(coordinates) === 2) drawSamples(axes, classes);
  });
  at("digits-difference").textContent = `at most ${difference.toExponential(1)} of the largest from the CPU`;
  return { difference, ratios };
}

// What the slider asked for last is drawn last.
function follow(gpu) {
  const slider = at("points");
  let [running, wanted] = [false, 0];
  slider.disabled = false;
  slider.oninput = async () => {
    at("shown").value = slider.value;
    wanted = slider.valueAsNumber;
    if (running) return;
    running = true;
    try {
      for (let points = 0; points !== wanted; ) {
        points = wanted;
        await heat(gpu, points);
      }
    } catch (error) {
      state("failed", error.message);
    }
    running = false;
  };
}

async function run() {
  try {
    if (!navigator.gpu) {
      throw new Error(
        "This browser has no WebGPU, by which the page computes. Current versions of Chrome, Edge, Firefox and Safari have it, " +
          "for pages that come over HTTPS or from the same machine.",
      );
    }
    if (!(await navigator.gpu.requestAdapter())) {
      throw new Error("This browser has WebGPU, but finds no GPU that it may use.");
    }
    await init();
    const gpu = await Gpu.open();
    state("running", "Computing on the GPU ...");
    const found = { heat: await heat(gpu, at("points").valueAsNumber), ...(await digits(gpu)) };
    follow(gpu);
    state("done", "Done: move the slider to compute the rod again.");
    return found;
  } catch (error) {
    state("failed", error.message);
    return { error: error.message };
  }
}

window.finished = run();
