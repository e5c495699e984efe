/** Lookup tables between sRGB values and linear light: averaging sRGB values would darken the result. */

export const maxLight = 65_535

/** Linear light (0 to 65535) of each 8-bit and 16-bit sRGB value. */
const lightOf8 = lights(255)
let lightOf16: Float64Array | undefined

/** sRGB value of each amount of linear light. */
const storedOf8 = Uint8Array.from({ length: maxLight + 1 }, (_, light) =>
  Math.round(255 * encoded(light / maxLight)),
)
let storedOf16: Uint16Array | undefined

export function lightTable(isDeep: boolean): Float64Array {
  if (!isDeep) return lightOf8
  lightOf16 ??= lights(maxLight)
  return lightOf16
}

export function storedTable(isDeep: boolean): Uint8Array | Uint16Array {
  if (!isDeep) return storedOf8
  storedOf16 ??= Uint16Array.from({ length: maxLight + 1 }, (_, light) =>
    Math.round(maxLight * encoded(light / maxLight)),
  )
  return storedOf16
}

function lights(largest: number): Float64Array {
  return Float64Array.from({ length: largest + 1 }, (_, stored) => maxLight * decoded(stored / largest))
}

function decoded(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function encoded(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}
