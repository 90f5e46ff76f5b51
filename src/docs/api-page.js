// Shows the OpenAPI document of the service whose page this is. Runs in the browser.
const base = new URL('..', document.currentScript.src)

async function show() {
  const answer = await fetch(new URL('openapi.json', base))
  const spec = await answer.json()
  // "Try it out" calls the server that the page came from, whatever its public address is.
  spec.servers = [{ url: base.href.replace(/\/$/, '') }]
  // Swagger UI's own dark style follows this class.
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', follow)
  follow()
  SwaggerUIBundle({
    spec,
    dom_id: '#api',
    deepLinking: true,
    validatorUrl: null,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    tryItOutEnabled: true,
  })
}

void show()
