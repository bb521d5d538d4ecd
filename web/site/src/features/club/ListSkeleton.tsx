/** Placeholder boxes for a list that is loading, with the classes of the list and its items. */
export function ListSkeleton({
  label,
  count,
  list,
  box,
}: {
  label: string;
  count: number;
  list: string | undefined;
  box: string | undefined;
}) {
  return (
    <div aria-busy="true">
      <p className="sr">{label}</p>
      <div className={list} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={box} />
        ))}
      </div>
    </div>
  );
}
