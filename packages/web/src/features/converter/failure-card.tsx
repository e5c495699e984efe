/** Persistent error card: what failed, and the reason given by the server. */

interface FailureCardProps {
  readonly text: string
  readonly reason: string
}

export function FailureCard({ text, reason }: FailureCardProps) {
  return (
    <div role="alert" className="rounded border border-danger bg-danger-wash p-4">
      <p className="font-semibold">{text}</p>
      <p className="mt-1">{reason}</p>
    </div>
  )
}
