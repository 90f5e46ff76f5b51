/*
 * What happens when the server knows no more who asks: a dialogue asks for the password over the page, where everything
 * that was typed stays, and what was asked meanwhile is asked once more.
 */

type AskToSignIn = () => Promise<boolean>

let askToSignIn: AskToSignIn | undefined

/** Names who asks for the password; returns what takes that back. */
export function whenSessionEnds(ask: AskToSignIn): () => void {
  askToSignIn = ask
  return () => {
    askToSignIn = undefined
  }
}

/** Whether the same user is signed in again; false where nobody was signed in. */
async function signedInAgain(): Promise<boolean> {
  return (await askToSignIn?.()) === true
}

/** The same for what is no `fetch`. `isEnded` says whether an error means that the session has ended. */
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

/** A call that is repeated once when the session had ended and the user has signed in again. */
export async function fetchSignedIn(
  input: URL | RequestInfo,
  init?: RequestInit,
): Promise<Response> {
  const answer = await fetch(input, init)
  const isSigningIn = new URL(answer.url).pathname.endsWith('/api/sign-in')
  if (answer.status !== 401 || isSigningIn || !(await signedInAgain())) return answer
  return await fetch(input, init)
}
