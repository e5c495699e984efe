/** 1 MB is 1024 x 1024 bytes everywhere. */

export const bytesPerMegabyte = 1024 * 1024

/** Whole gigabytes are written in GB: '500MB', '2GB'. */
export function sizeText(megabytes: number): string {
  return megabytes >= 1024 && megabytes % 1024 === 0 ? `${megabytes / 1024}GB` : `${megabytes}MB`
}

export function toMegabytes(bytes: number): number {
  return Math.floor(bytes / bytesPerMegabyte)
}
