/** A row of a description list, optionally a link. Renders nothing if the text is empty. */
export function Fact({ name, text, href }: { name: string; text: string; href?: string }) {
  if (text === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {href === undefined ? (
          text
        ) : (
          <a className="link" href={href}>
            {text}
          </a>
        )}
      </dd>
    </div>
  );
}
