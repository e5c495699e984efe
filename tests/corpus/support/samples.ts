/** One sample of every input format, all showing the same image. */
import { readFile } from 'node:fs/promises'
import type { convertImage } from '@filesmith/contract/operations/convert-image'
import { toSharp } from './compare-images.ts'
import type { Converter } from './converter.ts'
import { drawFlag, flagSvg } from './images.ts'
import { makeRareSamples } from './rare-samples.ts'
import { writeApng } from './write-apng.ts'

export type ImageInput = (typeof convertImage.inputs)[number]

const sample = (name: string) => readFile(new URL(`../samples/${name}`, import.meta.url))

export async function makeSamples(converter: Converter): Promise<Record<ImageInput, Buffer>> {
  const flag = drawFlag()
  const image = () => toSharp(flag)
  const png = await image().png().toBuffer()
  const written = async (to: 'bmp' | 'ico' | 'jxl') =>
    readFile(await converter.convert({ input: png, from: 'png', to, quality: 'high' }))
  return {
    png,
    jpg: await image().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(),
    gif: await image().gif().toBuffer(),
    webp: await image().webp({ lossless: true }).toBuffer(),
    tiff: await image().tiff({ compression: 'lzw' }).toBuffer(),
    avif: await image().avif({ quality: 90 }).toBuffer(),
    svg: Buffer.from(flagSvg()),
    apng: writeApng([{ image: flag, delayMs: 100 }], 0),
    bmp: await written('bmp'),
    ico: await written('ico'),
    jxl: await written('jxl'),
    heic: await sample('flag.heic'),
    psd: await sample('flag.psd'),
    qoi: await sample('flag.qoi'),
    ...(await makeRareSamples(flag)),
  }
}
