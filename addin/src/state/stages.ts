/** How the stage of a session changes while a task runs, and when it stops. */

import type { AnalysisStep, Session, Stage } from "./session";

/** Return the stage after a cancelled or failed task. What it has done stays done. */
export function stageAfterStop({ stage, analysis }: Session): Stage {
  if (!["analysing", "redacting", "restoring", "checking", "copying"].includes(stage.is)) return stage;
  return analysis ? { is: "deciding" } : { is: "opening" };
}

/** Note how far a task is. */
export function withProgress(session: Session, done: number, total: number, step?: AnalysisStep): Session {
  const { stage } = session;
  if (stage.is === "redacting" || stage.is === "restoring") return { ...session, stage: { ...stage, done, total } };
  if (stage.is !== "analysing") return session;
  return { ...session, stage: { ...stage, done, total, ...(step === undefined ? {} : { step }) } };
}
