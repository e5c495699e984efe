/** Form-level error. The live region is always mounted, so that screen readers announce changes. */
import { CircleAlert } from 'lucide-react'
import { Icon } from './icon.tsx'

export function FormMessage({ text }: { readonly text: string }) {
  return (
    <div role="alert">
      {text ? (
        <p className="flex items-start gap-3 rounded border border-danger bg-danger-wash p-3 font-semibold text-danger">
          <Icon of={CircleAlert} className="mt-px" />
          {text}
        </p>
      ) : null}
    </div>
  )
}
