/** Words of the image resizer. */

const images = (count: number) => (count === 1 ? '1 image' : `${count} images`)

export const resizeMessages = {
  heading: 'Resize Images',
  dropPrompt: 'Drop images here',
  takes: (megabytes: number) =>
    `Takes one image or several, up to ${megabytes % 1024 === 0 ? `${megabytes / 1024}GB` : `${megabytes}MB`} each.`,
  premiumNote: 'Smart cropping, bulk processing and image optimisation need a premium subscription.',
  tooMany: (max: number) =>
    `Up to ${max} images can be resized at once. More at once need a premium subscription.`,
  otherKind: (count: number) =>
    count === 1 ? '1 file is no image and was left out.' : `${count} files are no images and were left out.`,

  noFile: { title: 'Error', description: 'Please select at least one image first' },
  noSize: 'Please enter a width or a height',
  started: { title: 'Resizing Images...', description: 'Your files are being processed.' },
  succeeded: 'Your image has been resized successfully.',
  partlySucceeded: (done: number, all: number) => `${done} of ${images(all)} have been resized.`,
  failed: 'Resizing failed',
  unanswered: 'There was an error resizing your image.',
  noneSucceeded: (all: number) => `None of the ${images(all)} could be resized.`,
  downloadMissing: { title: 'Download error', description: 'Could not retrieve the resized image.' },
  cancelled: { title: 'Cancelled', description: 'Your images are still here.' },
  deleted: { title: 'Deleted', description: 'The result is gone from the server.' },
  resize: 'Resize Images',
  resizing: 'Resizing...',

  preview: {
    heading: 'Image Preview',
    more: (count: number) => `+${count} more`,
    kilobytes: (figure: string) => `${figure} KB`,
    original: 'Original',
    target: 'Target',
    unknown: 'unknown here',
    showAll: (count: number) => `Show all ${count}`,
    showFewer: 'Show fewer',
    addImages: 'Add images',
  },

  options: {
    heading: 'Resize Options',
    method: 'Method',
    methods: { dimensions: 'Dimensions', fill: 'Crop to fill', percentage: 'Percentage' },
    methodNotes: {
      dimensions: 'Every image is brought into this size.',
      fill: 'Every image fills this size; what stands out is cut off.',
      percentage: 'Every image becomes this much of what it is.',
    },
    width: 'Width',
    height: 'Height',
    pixels: 'px',
    maintainAspectRatio: 'Maintain aspect ratio',
    useOriginal: 'Use original size',
    percent: 'Size in percent',
    smartCrop: 'Smart crop: keep what catches the eye',
    outputFormat: 'Output Format',
    formats: { original: 'Original', jpg: 'JPG', png: 'PNG', webp: 'WEBP' },
    quality: 'Quality',
    qualities: { high: 'High', medium: 'Medium', low: 'Low' },
    maxSize: 'File size of at most (KB)',
    maxSizeHint: 'Empty sets no limit. The quality is lowered until it fits.',
    premium: 'Premium',
  },

  work: {
    title: 'Resizing your images',
    progress: 'Progress of all images',
    done: (done: number, all: number) => `${done} of ${images(all)} done`,
  },
  result: {
    heading: 'Ready to take home',
    failedHeading: 'Nothing to take home',
    download: 'Download',
    downloadAll: 'Download all',
    asZip: (count: number) => `${count} images in one ZIP`,
    more: 'Resize more',
    otherSize: 'Another size',
    failures: (count: number) =>
      count === 1 ? '1 image could not be resized.' : `${count} images could not be resized.`,
  },

  banner: {
    heading: 'Premium Resize Features',
    text: 'Smart cropping that keeps faces and things in the picture, any number of images at once, and files brought under a size you name.',
    upgrade: 'Upgrade now',
  },

  features: [
    {
      id: 'exact',
      title: 'Exact Dimensions',
      text: 'Name width and height in pixels, or a percentage, and every image gets just that.',
    },
    {
      id: 'sharp',
      title: 'Sharp Results',
      text: 'Colours are mixed as light is, so fine lines and edges stay what they were.',
    },
    {
      id: 'many',
      title: 'Many at Once',
      text: 'Several images come back as one ZIP, each in its own proportions and format.',
    },
  ],
} as const
