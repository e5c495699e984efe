/** Image with a fallback if the URL is missing or cannot be loaded. */
import { type ReactNode, useState } from 'react'

interface LoadedImageProps {
  readonly src: string | undefined
  readonly alt: string
  readonly className: string
  readonly fallback: ReactNode
}

export function LoadedImage({ src, alt, className, fallback }: LoadedImageProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  if (src === undefined || src === brokenSrc) return fallback
  return <img src={src} alt={alt} className={className} onError={() => setBrokenSrc(src)} />
}
