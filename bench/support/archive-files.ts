/** Files to measure archives with: text, records, source code, a picture without compression, and noise; always the same. */

const megabyte = 1024 * 1024

type Chance = (limit: number) => number

/** Numbers that look like chance (mulberry32). */
function createChance(seed: number): Chance {
  let state = seed
  return limit => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** A language of its own: few words are common, most are rare. */
function makeWords(chance: Chance): string[] {
  const letters = 'eeeeetttaaooiinnsshhrrddllcumwfgypbvk'
  return Array.from({ length: 4000 }, () =>
    Array.from({ length: 2 + chance(8) }, () => letters[chance(letters.length)]).join(''),
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
  const chance = createChance(5)
  const words = makeWords(chance)
  const word = () => words[Math.floor(words.length * (chance(1_000_000) / 1_000_000) ** 4)] as string
  yield ['book.txt', fill(6 * megabyte, () => `${word()}${chance(12) === 0 ? '.\n' : ' '}`)]
  let id = 0
  const record = () =>
    `{"id":${id++},"name":"${word()} ${word()}","city":"${word()}","price":${chance(1e6) / 100},"isPaid":${chance(3) > 0}}\n`
  yield ['records.json', fill(6 * megabyte, record)]
  const statement = () =>
    [
      `  const ${word()} = ${word()}.map(${word()} => ${word()}(${chance(100)}))\n`,
      `  if (${word()} === '${word()}') return ${word()}\n`,
      `}\n\nexport function ${word()}(${word()}: string): void {\n`,
    ][chance(3)] as string
  yield ['source.ts', fill(4 * megabyte, statement)]
  yield ['picture.bmp', drawImage(chance, 1600, 1000)]
  yield ['noise.bin', Uint8Array.from({ length: 3 * megabyte }, () => chance(256))]
}

/** Slopes with a little grain. */
function drawImage(chance: Chance, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        pixels[(y * width + x) * 3 + channel] =
          128 + 60 * Math.sin((x + channel * 40) / 90) + 50 * Math.cos(y / 70) + chance(3)
  return pixels
}
