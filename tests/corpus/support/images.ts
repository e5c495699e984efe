/** Reference images drawn by code: the expected pixels that every conversion is compared with. */

export interface Image {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly data: Buffer
}

type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

export const flagSize = { width: 160, height: 120 } as const

interface Block {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly color: Rgba
}

/** No two corners are alike, so that every rotation and flip is detectable. */
const blocks: readonly Block[] = [
  { x: 0, y: 0, width: 160, height: 120, color: [230, 140, 40, 255] },
  { x: 0, y: 0, width: 64, height: 48, color: [30, 60, 200, 255] },
  { x: 112, y: 72, width: 48, height: 48, color: [20, 150, 70, 255] },
  { x: 48, y: 64, width: 32, height: 40, color: [250, 250, 250, 255] },
  { x: 128, y: 8, width: 16, height: 16, color: [180, 20, 90, 255] },
]

export function drawFlag(): Image {
  return drawBlocks(blocks, flagSize, 3)
}

/** The same with its blue corner removed and its white block half transparent. */
export function drawCutFlag(): Image {
  const cut = blocks.map((block, index) => {
    const alpha = index === 1 ? 0 : index === 3 ? 128 : 255
    return { ...block, color: [block.color[0], block.color[1], block.color[2], alpha] as const }
  })
  return drawBlocks(cut, flagSize, 4)
}

export function flagSvg(): string {
  const rectangles = blocks.map(
    ({ x, y, width, height, color: [red, green, blue] }) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="rgb(${red},${green},${blue})"/>`,
  )
  const { width, height } = flagSize
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rectangles.join('')}</svg>`
}

/** Frame n of an animation: a white square that moves to the right on blue. */
export function drawAnimatedSquare(frame: number): Image {
  const size = { width: 48, height: 32 }
  return drawBlocks(
    [
      { x: 0, y: 0, ...size, color: [20, 40, 160, 255] },
      { x: 4 + frame * 12, y: 8, width: 8, height: 16, color: [255, 255, 255, 255] },
    ],
    size,
    4,
  )
}

/** Gradients with fine texture like a photo, so that lossy encoders have detail to lose. */
export function drawPhoto(width: number, height: number): Image {
  const data = Buffer.alloc(width * height * 3)
  let seed = 1
  for (let y = 0, offset = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      seed = (seed * 1103515245 + 12345) % 2147483648
      const grain = (seed / 2147483648 - 0.5) * 30
      const wave = 60 * Math.sin(x / 17) * Math.cos(y / 23)
      data[offset++] = clamp(90 + (130 * x) / width + wave + grain)
      data[offset++] = clamp(70 + (120 * y) / height + wave / 2 + grain)
      data[offset++] = clamp(160 - (90 * x) / width - wave + grain)
    }
  }
  return { width, height, channels: 3, data }
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}

function drawBlocks(
  drawn: readonly Block[],
  { width, height }: { width: number; height: number },
  channels: 3 | 4,
): Image {
  const data = Buffer.alloc(width * height * channels)
  for (const block of drawn) {
    for (let y = block.y; y < block.y + block.height; y++) {
      for (let x = block.x; x < block.x + block.width; x++) {
        for (let channel = 0; channel < channels; channel++) {
          data[(y * width + x) * channels + channel] = block.color[channel] as number
        }
      }
    }
  }
  return { width, height, channels, data }
}
