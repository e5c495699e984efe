/** Help article: QR Code Maker. */

import { formatNames } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { createQrCode } from '../../operations/create-qr-code.ts'
import { minContrast, qrBounds, standardMargin } from './draw-qr-code.ts'
import { qrMessages as words } from './messages.ts'

const { size, margin } = qrBounds

export const qrArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The QR Code Maker turns a text or a link into a QR code that any phone can scan.',
      'The code contains the text itself. It never expires, and scans are not counted. It is created in your browser: your text is not uploaded, and it does not count as a conversion.',
    ],
    steps: [
      `Enter a text or a link under "${words.text}". The preview changes as you type.`,
      `Choose the error correction. A higher one still scans when part of the code is dirty or covered, for example by a logo, but makes the code denser.`,
      `Set the size, the margin and the colors. A note shows whether the contrast is high enough.`,
      `Press "${words.downloadPng}", "${words.downloadSvg}" or "${words.copy}".`,
    ],
    formats: [
      {
        facts: [
          { label: 'Input', value: 'any text, including other scripts and emoji' },
          { label: 'Output', value: formatNames(createQrCode.outputs) },
        ],
      },
      'SVG stays sharp at any size and is best for print. PNG works everywhere.',
    ],
    limits: [
      { label: 'Longest text', value: '2,953 bytes, or 7,089 digits, with the lowest error correction' },
      { label: 'Size', value: `${size.min} to ${size.max} pixels` },
      { label: 'Margin', value: `${margin.min} to ${margin.max} modules` },
      { label: 'Contrast', value: `at least ${minContrast}:1` },
      ...onlyPublic(instance, { label: 'Counts as', value: 'no conversion; one through the API' }),
    ],
    tips: [
      'Short texts make simple codes that scan from farther away.',
      `Keep a margin of at least ${standardMargin} modules, and print a code at least 2 cm wide.`,
      'For a Wi-Fi network, enter WIFI:T:WPA;S:name;P:password;; with your own name and password.',
      'Scan the code with your own phone before you print it.',
    ],
    troubles: [
      {
        problem: 'The text is too long.',
        answer: 'Choose a lower error correction, or use a shorter link.',
      },
      {
        problem: 'My phone does not recognize the code.',
        answer:
          'Use a dark code on a light background, a larger size and a wider margin. Some scanners cannot read inverted colors.',
      },
      {
        problem: 'The image is blurred when I enlarge it.',
        answer: 'Download the SVG, or choose a larger size for the PNG instead of scaling it.',
      },
    ],
  })
