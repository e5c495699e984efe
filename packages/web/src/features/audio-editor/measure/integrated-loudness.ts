/** Integrated loudness after ITU-R BS.1770-4: gated 400 ms windows. */

const blocksPerWindow = 4
const absoluteGate = energyOf(-70)
const relativeGateLu = -10

/** In LUFS; undefined if everything is silent or too short to measure. */
export function integratedLoudness(energies: ArrayLike<number>): number | undefined {
  const windows: number[] = []
  for (let block = 0; block + blocksPerWindow <= energies.length; block += 1) {
    let sum = 0
    for (let offset = 0; offset < blocksPerWindow; offset += 1) sum += energies[block + offset] ?? 0
    if (sum / blocksPerWindow > absoluteGate) windows.push(sum / blocksPerWindow)
  }
  if (windows.length === 0) return undefined
  const gate = energyOf(lufsOf(mean(windows)) + relativeGateLu)
  return lufsOf(mean(windows.filter(energy => energy > gate)))
}

function energyOf(lufs: number): number {
  return 10 ** ((lufs + 0.691) / 10)
}

function lufsOf(energy: number): number {
  return -0.691 + 10 * Math.log10(energy)
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
