/** Watches how much memory a process and everything below it hold, and tells when it is too much. */
import { readFile } from 'node:fs/promises'

const intervalMs = 100
const pageBytes = 4096

/**
 * A kernel limit makes a native library crash in ways that look like a damaged file. Watching from outside ends
 * it with the right reason; the kernel's limit stays behind as a wall for what grows faster than we look.
 */
export function watchMemory(pid: number, maxBytes: number, onTooMuch: () => void): () => void {
  let isWatching = true
  const look = async () => {
    const bytes = await memoryOf(pid)
    if (!isWatching) return
    if (bytes > maxBytes) onTooMuch()
    else timer = setTimeout(look, intervalMs)
  }
  let timer = setTimeout(look, intervalMs)
  return () => {
    isWatching = false
    clearTimeout(timer)
  }
}

async function memoryOf(pid: number): Promise<number> {
  try {
    const [statm, children] = await Promise.all([
      readFile(`/proc/${pid}/statm`, 'latin1'),
      readFile(`/proc/${pid}/task/${pid}/children`, 'latin1'),
    ])
    const residentPages = Number(statm.split(' ')[1])
    const below = await Promise.all(
      children
        .split(' ')
        .filter(Boolean)
        .map(child => memoryOf(Number(child))),
    )
    return below.reduce((sum, bytes) => sum + bytes, residentPages * pageBytes)
  } catch {
    // It has ended.
    return 0
  }
}
