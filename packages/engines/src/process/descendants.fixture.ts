/** Descendant processes of a process, for tests that kill one of them. */
import { readdirSync, readFileSync } from 'node:fs'

interface Descendant {
  readonly pid: number
  readonly name: string
}

export function descendants(pid = process.pid): Descendant[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap(task => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
      .filter(Boolean)
      .flatMap(child => [
        { pid: Number(child), name: readFileSync(`/proc/${child}/comm`, 'utf8').trim() },
        ...descendants(Number(child)),
      ])
  } catch {
    // The process has exited.
    return []
  }
}
