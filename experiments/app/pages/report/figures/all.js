// The figures, in the order of the page.
import { growth } from './growth.js';
import { heat } from './heat.js';
import { linear } from './linear.js';
import { accuracy, precision } from './precision.js';
import { profile } from './profile.js';
import { residual, residualTime } from './residual.js';
import { spectrum } from './spectrum.js';
import { trajectory } from './trajectory.js';

const all = [residual, residualTime, linear, trajectory, precision, accuracy, profile, heat, growth, spectrum];

// Those that this comparison has something for.
export const figuresOf = (model) => all.filter((f) => !f.of || f.of === (model.stored ? 'stored' : 'motion'));
