import { Container } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { api, ask } from '../client.ts'
import { ErrorState } from '../components/loaded.tsx'
import { showRefusal } from '../components/commands.tsx'

/** In place of a page that could not be shown; the rest of the console goes on. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <Container component="section" size="sm" py="xl">
      <ErrorState error={error} onRetry={() => void loadAnew()} />
    </Container>
  )
}

/** Only from a server that answers: without it the browser would show a page of its own in place of the console. */
async function loadAnew(): Promise<void> {
  try {
    await ask(api.state.get())
    window.location.reload()
  } catch (error) {
    showRefusal(error)
  }
}
