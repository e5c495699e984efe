/** Between stored values and light: twice the stored value is far more than twice the light, so only light may be averaged. */

export const maxLight = 65_535

/** Light of each stored value, 0 to 65535. */
export const lightOf = Float64Array.from({ length: 256 }, (_, stored) => maxLight * decoded(stored / 255))

/** Stored value of each amount of light. */
export const storedOf = Uint8Array.from({ length: maxLight + 1 }, (_, light) =>
  Math.round(255 * encoded(light / maxLight)),
)

function decoded(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function encoded(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}
