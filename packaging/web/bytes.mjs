/* bytes.mjs - pieces of bytes as one; for the module and for the page. */
export function join (parts)
{
  const joined = new Uint8Array (parts.reduce ((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set (part, at);
    at += part.length;
  }
  return joined;
}
