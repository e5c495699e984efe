/** Reproducible files for archive benchmarks: prose, records, source code, an uncompressed image and noise. */

const megabyte = 1024 * 1024

type RandomBelow = (limit: number) => number

/** Reproducible random numbers (mulberry32). */
function createRandomBelow(seed: number): RandomBelow {
  let state = seed
  return limit => {
    state = (state + 0x6d2b79f5) | 0
    let scrambled = Math.imul(state ^ (state >>> 15), 1 | state)
    scrambled = (scrambled + Math.imul(scrambled ^ (scrambled >>> 7), 61 | scrambled)) ^ scrambled
    return ((scrambled ^ (scrambled >>> 14)) >>> 0) % limit
  }
}

/** An artificial vocabulary in which a few words are common and most are rare. */
function makeWords(randomBelow: RandomBelow): string[] {
  const letters = 'eeeeetttaaooiinnsshhrrddllcumwfgypbvk'
  return Array.from({ length: 4000 }, () =>
    Array.from({ length: 2 + randomBelow(8) }, () => letters[randomBelow(letters.length)]).join(''),
  )
}

function fill(byteCount: number, next: () => string): Uint8Array {
  const parts: string[] = []
  let length = 0
  while (length < byteCount) {
    const part = next()
    parts.push(part)
    length += part.length
  }
  return Buffer.from(parts.join('').slice(0, byteCount), 'latin1')
}

export function* archiveFiles(): Generator<[name: string, bytes: Uint8Array]> {
  const randomBelow = createRandomBelow(5)
  const words = makeWords(randomBelow)
  const word = () => words[Math.floor(words.length * (randomBelow(1_000_000) / 1_000_000) ** 4)] as string
  yield ['book.txt', fill(6 * megabyte, () => `${word()}${randomBelow(12) === 0 ? '.\n' : ' '}`)]
  let id = 0
  const record = () =>
    `{"id":${id++},"name":"${word()} ${word()}","city":"${word()}","price":${randomBelow(1e6) / 100},"isPaid":${randomBelow(3) > 0}}\n`
  yield ['records.json', fill(6 * megabyte, record)]
  const statement = () =>
    [
      `  const ${word()} = ${word()}.map(${word()} => ${word()}(${randomBelow(100)}))\n`,
      `  if (${word()} === '${word()}') return ${word()}\n`,
      `}\n\nexport function ${word()}(${word()}: string): void {\n`,
    ][randomBelow(3)] as string
  yield ['source.ts', fill(4 * megabyte, statement)]
  yield ['image.bmp', drawImage(randomBelow, 1600, 1000)]
  yield ['noise.bin', Uint8Array.from({ length: 3 * megabyte }, () => randomBelow(256))]
}

/** Smooth gradients with a little grain. */
function drawImage(randomBelow: RandomBelow, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        pixels[(y * width + x) * 3 + channel] =
          128 + 60 * Math.sin((x + channel * 40) / 90) + 50 * Math.cos(y / 70) + randomBelow(3)
  return pixels
}
