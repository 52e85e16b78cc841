// The figures, in the order of the page.
import { heat } from './heat.js';
import { linear } from './linear.js';
import { accuracy, precision } from './precision.js';
import { profile } from './profile.js';
import { residual, residualTime } from './residual.js';
import { trajectory } from './trajectory.js';

export const figures = [residual, residualTime, linear, trajectory, precision, accuracy, profile, heat];
