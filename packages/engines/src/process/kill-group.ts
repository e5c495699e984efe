/** Kills a process and its descendants: every child process leads its own process group. */
import type { ChildProcess } from 'node:child_process'

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is already gone.
  }
}
