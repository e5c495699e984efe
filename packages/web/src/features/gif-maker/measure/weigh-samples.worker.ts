/** Weighs sampled frames away from the page, which stays smooth meanwhile. */
import { estimateGifBytes, type GifSamples } from '@filesmith/contract/gif-estimate'

addEventListener('message', ({ data }: MessageEvent<GifSamples>) => postMessage(estimateGifBytes(data)))
