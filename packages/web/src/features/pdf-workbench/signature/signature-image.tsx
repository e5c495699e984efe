/** A signature as it will be on the page. */
import type { Signature } from './signature.ts'

interface SignatureImageProps {
  readonly signature: Signature
  readonly className?: string
  readonly label: string
}

export function SignatureImage({ signature, className, label }: SignatureImageProps) {
  if (signature.kind === 'image')
    return <img src={signature.png} alt={label} draggable={false} className={className} />
  const { path, width, height, strokeWidth, color } = signature
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={className} role="img" aria-label={label}>
      <path
        d={path}
        fill="none"
        stroke={color}
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
