"""Friction that the vehicle of scene.json needs where the flat part of its front tracks leaves the edge of the step.
Lengths [m], angles [rad], x forward and z up in the plane of symmetry."""
from math import atan, cos, degrees, radians, sin, tan

STEP, LENGTH, HALF, ROUND = 0.1, 0.24, 0.005, 0.06  # a flipper is a core of LENGTH x 2 HALF, rounded
FRONT, REAR = radians(35), radians(30)


def turned(pitch, x, z):
    return x * cos(pitch) - z * sin(pitch), x * sin(pitch) + z * cos(pitch)


def root(f, low, high):
    """Of a function that rises from below zero to above it."""
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if f(middle) > 0 else (middle, high)
    return low


# In axes of the hull, the hinges at (+-0.2, 0): the inner lower corner of the front core, the outer one of the rear core, the centre of mass.
corner = (0.2 + HALF * sin(FRONT), -HALF * cos(FRONT))
tip = (-0.2 - LENGTH * cos(REAR) + HALF * sin(REAR), -LENGTH * sin(REAR) - HALF * cos(REAR))
mass = (4 * LENGTH / 2 * (cos(FRONT) - cos(REAR)) / 18, (10 * 0.05 + 4 * LENGTH / 2 * (sin(FRONT) - sin(REAR))) / 18)


def rise(pitch):
    """Of the corner above the tip, less what it has on the edge, where the normal leans by the slope of the track."""
    return turned(pitch, *corner)[1] - turned(pitch, *tip)[1] - (STEP + ROUND * cos(FRONT + pitch) - ROUND)


pitch = root(rise, -0.3, 0.3)
slope = FRONT + pitch
corner, tip, mass = (turned(pitch, *each) for each in (corner, tip, mass))
from_edge, from_floor = corner[0] + ROUND * sin(slope) - mass[0], mass[0] - tip[0]


def height(phi):
    """Of the resultant at the floor above that at the edge, on the vertical through the centre of mass."""
    return STEP + from_edge / tan(slope - phi) - from_floor / tan(phi)


phi = root(height, 1e-6, slope - 1e-6)
print(f"pitch {degrees(pitch):.3f} deg, slope of the track {degrees(slope):.3f} deg, friction {tan(phi):.4f}")
