/** What is searched for, kept in the address (?q=): a reload finds it again, and a link can lead to it. */
import { useSearchParams } from 'react-router'

const parameter = 'q'

export function useSearchInAddress(): [text: string, setText: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const setText = (text: string) => {
    const next = new URLSearchParams(parameters)
    if (text.trim() === '') next.delete(parameter)
    else next.set(parameter, text)
    // Not a step in the browser's history for every letter.
    setParameters(next, { replace: true })
  }
  return [parameters.get(parameter) ?? '', setText]
}
