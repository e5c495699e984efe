/** Ends a process and everything it started: each of ours leads a process group of its own. */
import type { ChildProcess } from 'node:child_process'

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is already gone.
  }
}
