/** Waits for a state, not for a time. */

const patienceMs = 90_000
const lookEveryMs = 50

export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('it never became so')
    await new Promise(resolve => setTimeout(resolve, lookEveryMs))
  }
}
