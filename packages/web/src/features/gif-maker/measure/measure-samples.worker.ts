/** Web worker that encodes sampled frames, so that the page stays responsive. */
import { estimateGifBytes, type GifSamples } from '@filesmith/contract/gif-estimate'

addEventListener('message', ({ data }: MessageEvent<GifSamples>) => postMessage(estimateGifBytes(data)))
