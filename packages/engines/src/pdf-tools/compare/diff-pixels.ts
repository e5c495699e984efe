/**
 * Differences of two rendered pages. A pixel is the same if its color lies between those around it on the other page, so that edges
 * which are smoothed differently, or moved by less than a pixel, are not different; tools for screenshots need equal sizes and
 * take such edges for changes.
 */

import { connectedBoxes } from '../../page-layout/cluster-marks.ts'
import { type Box, boxAround } from '../../page-layout/page-model.ts'

export interface PagePixels {
  /** RGB. */
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

export interface PixelDifferences {
  readonly changedPercent: number
  /** In points. */
  readonly areas: readonly Box[]
}

const channels = 3
/** Of a color channel. */
const tolerance = 40
const paper = 255
/** Side of the squares that changed areas consist of, in pixels. */
const square = 6
/** A single pixel is noise. */
const minPixels = 2
const maxAreas = 200

export function diffPixels(one: PagePixels, other: PagePixels, pointsPerPixel: number): PixelDifferences {
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)]
  const columns = Math.ceil(width / square)
  const counts = new Uint16Array(columns * Math.ceil(height / square))
  for (let y = 0; y < height; y++) {
    if (isSameRow(one, other, y)) continue
    for (let x = 0; x < width; x++) {
      if (isSamePixel(one, other, x, y)) continue
      if (isAmong(one, x, y, other) && isAmong(other, x, y, one)) continue
      const at = Math.floor(y / square) * columns + Math.floor(x / square)
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
  const squares: Box[] = []
  for (const [index, count] of counts.entries()) {
    if (count < minPixels) continue
    const [left, top] = [(index % columns) * square, Math.floor(index / columns) * square]
    squares.push({
      left: left * pointsPerPixel,
      top: top * pointsPerPixel,
      right: Math.min(width, left + square) * pointsPerPixel,
      bottom: Math.min(height, top + square) * pointsPerPixel,
    })
  }
  const page = { width: width * pointsPerPixel, height: height * pointsPerPixel }
  const areas = connectedBoxes(squares, page).map(({ box }) => box)
  return {
    changedPercent: Math.round((1000 * squares.length) / counts.length) / 10,
    areas: areas.length > maxAreas ? [boxAround(areas)] : areas,
  }
}

/** Most rows of most pages are. */
function isSameRow(one: PagePixels, other: PagePixels, y: number): boolean {
  if (one.width !== other.width || y >= one.height || y >= other.height) return false
  const [start, end] = [y * one.width * channels, (y + 1) * one.width * channels]
  return Buffer.compare(one.data.subarray(start, end), other.data.subarray(start, end)) === 0
}

/** What is beyond the edge of the smaller page is paper. */
function channelAt({ data, width, height }: PagePixels, x: number, y: number, channel: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return paper
  return data[(y * width + x) * channels + channel] ?? paper
}

function isSamePixel(one: PagePixels, other: PagePixels, x: number, y: number): boolean {
  return (
    channelAt(one, x, y, 0) === channelAt(other, x, y, 0) &&
    channelAt(one, x, y, 1) === channelAt(other, x, y, 1) &&
    channelAt(one, x, y, 2) === channelAt(other, x, y, 2)
  )
}

function isAmong(one: PagePixels, x: number, y: number, other: PagePixels): boolean {
  for (let channel = 0; channel < channels; channel++) {
    let [low, high] = [255, 0]
    for (let row = y - 1; row <= y + 1; row++)
      for (let column = x - 1; column <= x + 1; column++) {
        const value = channelAt(other, column, row, channel)
        if (value < low) low = value
        if (value > high) high = value
      }
    const value = channelAt(one, x, y, channel)
    if (value < low - tolerance || value > high + tolerance) return false
  }
  return true
}
