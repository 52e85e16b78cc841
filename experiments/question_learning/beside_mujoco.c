/* Time of MuJoCo's steps of a model whose motors hold random targets: beside_mujoco MODEL.xml KP KD
   HALF. The motors of the file become position motors with the largest efforts of the file, parts
   of the robot do not touch each other, and kd is damping of the joints. Prints world-steps a
   second of the processor and iterations a step. */
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double uniform(unsigned long* state) {
  *state = *state * 6364136223846793005UL + 1442695040888963407UL;
  return (double)(*state >> 11) / 9007199254740992.0;
}

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
  return at.tv_sec + 1e-9 * at.tv_nsec;
}

int main(int count, char** given) {
  char error[500] = "";
  mjModel* m = count == 5 ? mj_loadXML(given[1], NULL, error, sizeof error) : NULL;
  if (!m) return fprintf(stderr, "%s\n", error), 1;
  double const kp = atof(given[2]), kd = atof(given[3]), half = atof(given[4]);
  for (int k = 0; k < m->nu; ++k) {
    double const largest = m->actuator_gear[6 * k];
    m->actuator_gear[6 * k] = 1;
    m->actuator_gainprm[mjNGAIN * k] = kp;
    m->actuator_biastype[k] = mjBIAS_AFFINE;
    m->actuator_biasprm[mjNBIAS * k + 1] = -kp;
    m->actuator_ctrllimited[k] = 0;
    m->actuator_forcelimited[k] = 1;
    m->actuator_forcerange[2 * k] = -largest;
    m->actuator_forcerange[2 * k + 1] = largest;
    m->dof_damping[m->jnt_dofadr[m->actuator_trnid[2 * k]]] += kd;
  }
  for (int k = 0; k < m->ngeom; ++k) {
    m->geom_contype[k] = m->geom_bodyid[k] != 0;
    m->geom_conaffinity[k] = m->geom_bodyid[k] == 0;
  }
  m->opt.timestep = 0.005;
  mjData* d = mj_makeData(m);
  unsigned long state = 1;
  double spent = 0, iterations = 0;
  for (int world = 0; world < 8; ++world) {
    mj_resetData(m, d);
    for (int step = 0; step < 40; ++step) {
      if (step % 4 == 0)
        for (int k = 0; k < m->nu; ++k)
          d->ctrl[k] =
              m->qpos0[m->jnt_qposadr[m->actuator_trnid[2 * k]]] + half * (2 * uniform(&state) - 1);
      double const begun = now();
      mj_step(m, d);
      spent += now() - begun;
      iterations += d->solver_iter;
    }
  }
  printf("%.0f %.2f %d\n", 320 / spent, iterations / 320, d->warning[mjWARN_BADQACC].number);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
