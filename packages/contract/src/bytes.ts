/** 1 MB is 1024 x 1024 bytes everywhere. */

export const bytesPerMegabyte = 1024 * 1024

export function toMegabytes(bytes: number): number {
  return Math.floor(bytes / bytesPerMegabyte)
}
