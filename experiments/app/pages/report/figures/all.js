// The figures, in the order of the page.
import { growth } from './growth.js';
import { heat } from './heat.js';
import { linear } from './linear.js';
import { motionsOf } from './motion.js';
import { accuracy, precision } from './precision.js';
import { profile } from './profile.js';
import { residual, residualTime } from './residual.js';
import { spectrum } from './spectrum.js';
import { trajectory } from './trajectory.js';

const ofRuns = [residual, residualTime, linear, trajectory];
const ofComparisons = [precision, accuracy, profile, heat, growth, spectrum];

// Those that this comparison has something for; nothing is compared in one run of a scene.
export const figuresOf = (model) => [...motionsOf(model), ...ofRuns, ...(model.data.kind === 'run' && !model.stored ? [] : ofComparisons)]
  .filter((f) => !f.of || f.of === (model.stored ? 'stored' : 'motion'));
