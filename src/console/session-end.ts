/*
 * If the session has ended, a dialogue asks for the password over the page. Everything that was typed stays. Requests sent meanwhile are
 * repeated.
 */

type AskToSignIn = () => Promise<boolean>

let askToSignIn: AskToSignIn | undefined

/** Sets the function that asks for the password. Returns a function that unsets it. */
export function whenSessionEnds(ask: AskToSignIn): () => void {
  askToSignIn = ask
  return () => {
    askToSignIn = undefined
  }
}

/** Whether the same user signed in again. False if nobody was signed in. */
async function signedInAgain(): Promise<boolean> {
  return (await askToSignIn?.()) === true
}

/** Repeats `run` as `fetchSignedIn` does. `isEnded` tells whether an error means that the session has ended. */
export async function repeatedSignedIn<T>(
  run: () => Promise<T>,
  isEnded: (error: unknown) => boolean,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isEnded(error) || !(await signedInAgain())) throw error
    return await run()
  }
}

/** A `fetch` that is repeated once if the session had ended and the user signed in again. */
export async function fetchSignedIn(
  input: URL | RequestInfo,
  init?: RequestInit,
): Promise<Response> {
  const answer = await fetch(input, init)
  const isSigningIn = new URL(answer.url).pathname.endsWith('/api/sign-in')
  if (answer.status !== 401 || isSigningIn || !(await signedInAgain())) return answer
  return await fetch(input, init)
}
