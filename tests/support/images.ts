/** Images generated for the tests; none contain third-party material. */
import sharp from 'sharp'

/** A gradient with a sharp-edged disc: makes wrong colors, rotations and crops visible. */
function drawSvg(width: number, height: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="g" x2="1" y2="1">
        <stop offset="0" stop-color="#d9480f"/><stop offset="1" stop-color="#1c7ed6"/>
      </linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#g)"/>
      <circle cx="30%" cy="35%" r="18%" fill="#fff3bf"/>
    </svg>`,
  )
}

export function drawPng(width = 320, height = 200): Promise<Buffer> {
  return sharp(drawSvg(width, height)).png().toBuffer()
}

export function drawJpeg(width = 320, height = 200): Promise<Buffer> {
  return sharp(drawSvg(width, height)).jpeg({ quality: 90 }).toBuffer()
}

/** Noise compresses badly, so that the conversion takes a while. */
export async function drawNoise(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  return sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
}
