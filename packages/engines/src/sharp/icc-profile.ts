/** Decides whether an ICC profile can be kept with the pixels. */

const colorSpaceOffset = 16
const tagCountOffset = 128
const tagBytes = 12

/**
 * Keeps matrix/TRC profiles only (sRGB, Display P3, Adobe RGB), which every viewer supports. Pixels with CMYK, gray
 * and LUT profiles are converted to sRGB instead.
 */
export function isPortableProfile(profile: Buffer): boolean {
  if (profile.length < tagCountOffset + 4 || profile.readUInt32BE(0) !== profile.length) return false
  if (profile.toString('latin1', colorSpaceOffset, colorSpaceOffset + 4) !== 'RGB ') return false
  const tags = Array.from({ length: Math.min(profile.readUInt32BE(tagCountOffset), 100) }, (_, index) => {
    const start = tagCountOffset + 4 + index * tagBytes
    return profile.toString('latin1', start, start + 4)
  })
  return tags.includes('rXYZ') && !tags.includes('A2B0')
}
