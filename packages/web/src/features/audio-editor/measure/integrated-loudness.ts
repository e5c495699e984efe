/** The loudness of a stretch after ITU-R BS.1770-4: windows of 0.4 s, and those that are quiet do not count. */

const blocksPerWindow = 4
const absoluteGateLufs = -70
const relativeGateLu = -10

/** In LUFS; undefined when everything is silent, or too short to be measured. */
export function integratedLoudness(energies: ArrayLike<number>): number | undefined {
  const windows: number[] = []
  for (let block = 0; block + blocksPerWindow <= energies.length; block += 1) {
    let sum = 0
    for (let offset = 0; offset < blocksPerWindow; offset += 1) sum += energies[block + offset] ?? 0
    windows.push(sum / blocksPerWindow)
  }
  const heard = windows.filter(energy => lufsOf(energy) > absoluteGateLufs)
  if (heard.length === 0) return undefined
  const gate = lufsOf(mean(heard)) + relativeGateLu
  return lufsOf(mean(heard.filter(energy => lufsOf(energy) > gate)))
}

function lufsOf(energy: number): number {
  return -0.691 + 10 * Math.log10(energy)
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
