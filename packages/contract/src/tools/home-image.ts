/** The Image tab of the home page. */
import { convertImage } from '../operations/convert-image.ts'
import { defineTool, extensionsOf } from './tool.ts'

export const homeImage = defineTool({
  id: 'home-image',
  operation: 'convert-image',
  call: convertImage,
  inputKind: 'image',
  label: 'Image',
  heading: 'Convert Images',
  accept: 'image/*',
  extensions: extensionsOf(convertImage.inputs),
  namedInputs: ['jpg', 'png', 'gif', 'webp', 'bmp', 'svg'],
  outputs: ['png', 'jpg', 'webp', 'gif', 'bmp'],
  moreOutputs: ['avif', 'tiff', 'ico', 'jxl', 'pdf', 'jp2', 'qoi', 'tga', 'icns', 'ppm', 'pgm', 'pbm'],
  premiumOutputs: ['psd'],
  defaultOutput: 'png',
  qualityLabel: 'Quality',
  qualities: [
    { value: 'high', label: 'High' },
    { value: 'medium', label: 'Medium' },
    { value: 'low', label: 'Low' },
  ],
  defaultQuality: 'medium',
  convertLabel: 'Convert Image',
  waitSeconds: 7,
  downloadDelayMs: 800,
  messages: {
    noFile: 'Please select a file first',
    succeeded: 'Your image has been converted successfully.',
    failed: 'There was an error converting your image.',
    working: 'Converting your image',
    complete: 'Conversion complete!',
    ready: 'Your image is ready',
    captions: [
      { fromPercent: 10, text: 'Analyzing image' },
      { fromPercent: 25, text: 'Converting pixels' },
      { fromPercent: 40, text: 'Optimizing color space' },
      { fromPercent: 60, text: 'Applying selected format' },
      { fromPercent: 80, text: 'Fine-tuning quality' },
      { fromPercent: 95, text: 'Finishing up' },
    ],
  },
})
