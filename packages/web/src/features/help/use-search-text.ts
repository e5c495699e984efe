/** Search text in the query string (?q=), so that it survives a reload and can be linked. */
import { useSearchParams } from 'react-router'

const parameter = 'q'

export function useSearchText(): [text: string, setText: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const setText = (text: string) => {
    const next = new URLSearchParams(parameters)
    if (text.trim() === '') next.delete(parameter)
    else next.set(parameter, text)
    // Replaces the history entry instead of adding one per keystroke.
    setParameters(next, { replace: true })
  }
  return [parameters.get(parameter) ?? '', setText]
}
