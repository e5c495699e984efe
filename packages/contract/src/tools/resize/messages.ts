/** Texts of the image resizer. */
import { sizeText } from '../../bytes.ts'

const images = (count: number) => (count === 1 ? '1 image' : `${count} images`)

export const resizeMessages = {
  heading: 'Resize Images',
  dropPrompt: 'Drop images here',
  accepts: (megabytes: number) => `Accepts one or more images, up to ${sizeText(megabytes)} each.`,
  premiumNote: 'Smart cropping, bulk processing and image optimization require a premium subscription.',
  tooMany: (max: number) => `You can resize up to ${max} images at once. Upgrade to premium for more.`,
  otherKind: (count: number) =>
    count === 1
      ? '1 file is not an image and was skipped.'
      : `${count} files are not images and were skipped.`,

  noFile: { title: 'Error', description: 'Please select at least one image first' },
  noSize: 'Please enter a width or a height',
  started: { title: 'Resizing Images...', description: 'Your files are being processed.' },
  succeeded: 'Your image has been resized successfully.',
  partlySucceeded: (done: number, all: number) => `${done} of ${images(all)} resized.`,
  failed: 'Resizing failed',
  requestFailed: 'There was an error resizing your image.',
  noneSucceeded: (all: number) => `None of the ${images(all)} could be resized.`,
  downloadMissing: { title: 'Download error', description: 'Could not retrieve the resized image.' },
  canceled: { title: 'Canceled', description: 'Your images are still here.' },
  deleted: { title: 'Deleted', description: 'The result was deleted from the server.' },
  resize: 'Resize Images',
  resizing: 'Resizing...',

  preview: {
    heading: 'Image Preview',
    more: (count: number) => `+${count} more`,
    kilobytes: (figure: string) => `${figure} KB`,
    original: 'Original',
    target: 'Target',
    unknown: 'unknown',
    showAll: (count: number) => `Show all ${count}`,
    showFewer: 'Show fewer',
    addImages: 'Add images',
  },

  options: {
    heading: 'Resize Options',
    method: 'Method',
    methods: { dimensions: 'Dimensions', fill: 'Crop to fill', percentage: 'Percentage' },
    methodNotes: {
      dimensions: 'Resizes every image to this size.',
      fill: 'Fills this size and crops the rest.',
      percentage: 'Scales every image by this percentage.',
    },
    width: 'Width',
    height: 'Height',
    pixels: 'px',
    maintainAspectRatio: 'Maintain aspect ratio',
    withoutEnlargement: 'Do not enlarge',
    preset: 'Preset',
    customPreset: 'Custom size',
    presets: {
      'longest-1080': 'Longest side',
      'longest-1920': 'Longest side',
      'longest-2560': 'Longest side',
      'square-post': 'Square post',
      'portrait-post': 'Portrait post',
      story: 'Story',
      'link-preview': 'Link preview',
      'video-cover': 'Video cover',
      'profile-image': 'Profile image',
    },
    presetLabel: (name: string, width: number, height: number) =>
      name === 'Longest side' ? `${name} ${width} px` : `${name} ${width} × ${height}`,
    useOriginal: 'Use original size',
    percent: 'Percentage',
    smartCrop: 'Smart crop: keep the main subject',
    outputFormat: 'Output Format',
    formats: { original: 'Original', jpg: 'JPG', png: 'PNG', webp: 'WEBP' },
    quality: 'Quality',
    qualities: { high: 'High', medium: 'Medium', low: 'Low' },
    /** What becomes of all pages. */
    pagesNote: {
      original: 'A TIFF keeps its pages. Those of a HEIC file become numbered JPG files in a ZIP file.',
      other: 'Pages become numbered files in a ZIP file.',
    },
    maxSize: 'Maximum file size (KB)',
    maxSizeHint: 'Leave empty for no limit. Quality is lowered until it fits.',
    premium: 'Premium',
  },

  work: {
    title: 'Resizing your images',
    progress: 'Overall progress',
    done: (done: number, all: number) => `${done} of ${images(all)} done`,
  },
  result: {
    heading: 'Your images are ready',
    failedHeading: 'Nothing was resized',
    download: 'Download',
    downloadAll: 'Download all',
    asZip: (count: number) => `${count} images in one ZIP file`,
    more: 'Resize more',
    otherSize: 'Change size',
    failures: (count: number) =>
      count === 1 ? '1 image could not be resized.' : `${count} images could not be resized.`,
  },

  banner: {
    heading: 'Premium Resize Features',
    text: 'Smart cropping that keeps faces and objects in frame, any number of images at once, and a maximum file size.',
    upgrade: 'Upgrade now',
  },

  features: [
    {
      id: 'exact',
      title: 'Exact Dimensions',
      text: 'Set width and height in pixels, or a percentage, for all images.',
    },
    {
      id: 'sharp',
      title: 'Sharp Results',
      text: 'Resized in linear light, so fine detail stays sharp.',
    },
    {
      id: 'many',
      title: 'Many at Once',
      text: 'Get several images as one ZIP file, each in its own aspect ratio and format.',
    },
  ],
} as const
