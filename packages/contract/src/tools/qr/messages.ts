/** Texts of the QR Code Maker. */
import type { ErrorCorrection } from './draw-qr-code.ts'

const shares: Readonly<Record<ErrorCorrection, string>> = { L: '7%', M: '15%', Q: '25%', H: '30%' }

export const qrMessages = {
  heading: 'Make a QR Code',
  private: 'Created in your browser. Your text is not uploaded.',
  text: 'Text or link',
  placeholder: 'https://example.com',
  characters: (count: number) => (count === 1 ? '1 character' : `${count.toLocaleString('en')} characters`),
  options: 'Options',
  errorCorrection: 'Error correction',
  level: (level: ErrorCorrection) => `${level} ${shares[level]}`,
  levelNote: (level: ErrorCorrection) =>
    `Still scans when up to ${shares[level]} of the code is dirty or covered. More makes the code denser.`,
  size: 'Size (pixels)',
  margin: 'Margin (modules)',
  outOfRange: (min: number, max: number) => `Enter a whole number from ${min} to ${max}.`,
  smallMargin: (modules: number) => `Less than ${modules} modules can be hard to scan next to other content.`,
  foreground: 'Code color',
  background: 'Background color',
  contrast: (ratio: number) => `Contrast ${ratio.toFixed(1)}:1.`,
  goodContrast: 'Easy to scan.',
  lowContrast: 'These colors are too similar to scan. Please choose a darker or a lighter one.',
  inverted: 'Some scanners cannot read a light code on a dark background.',
  preview: 'Preview',
  empty: 'Your code appears here',
  emptyHint: 'Type or paste a text or a link.',
  image: (text: string) => `QR code of: ${text}`,
  dimensions: (modules: number) => `${modules} × ${modules} modules`,
  noText: 'Please enter a text or a link',
  notText: 'A QR code can only be made from text.',
  tooLong: 'This text is too long for a QR code. Please shorten it, or choose a lower error correction.',
  tooSmall: (pixels: number) => `This code needs at least ${pixels} pixels. Please choose a larger size.`,
  downloadPng: 'Download PNG',
  downloadSvg: 'Download SVG',
  copy: 'Copy image',
  copied: { title: 'Copied', description: 'The QR code is in your clipboard.' },
  copyFailed: {
    title: 'Copy failed',
    description: 'Your browser does not allow copying images. Please download it.',
  },
  fileName: 'qr-code',
} as const
