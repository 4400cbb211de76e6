/**
 * Ratings in text: one in each line, as user, item and rating; and interactions, which say who chose what, with or without a count. {@link
 * rung.file.ratings.RatingsFile} is the way in; it also reads pairs of user and item, and the titles of items. {@link
 * rung.file.ratings.Columns} say which column is what, where that is not to be recognized.
 *
 * <p>This is where a rating begins its way to a model. {@code RatingsReader} reads the file on several threads. {@code TextSample}, the
 * first lines of the file, gives the {@code RatingsFormat}: the {@code LineForm}, which is a delimiter or JSON, whether there is a header, and which fields are user, item and
 * rating or weight. {@code ColumnRoles} decides that, by what is said, by the names that {@code RatingsHeader} knows, and by {@code
 * ColumnContent}, which tells times, ratings and counts apart; {@code RatingWords} are ratings in words and signs. {@code TextBlocks} cuts the file into blocks of whole lines and deals them
 * out to the threads. A field in quotes that goes over several lines is rare, and to look for it takes time: at the first one, the file is
 * read again with {@code TextLines} that are joined. Each thread has a {@code RatingsParser}, which numbers the names that it meets and turns a block into a {@code
 * RatingsPart}: for each rating the parser's number of the user, its number of the item, and the value as a float. {@code
 * RatingsAssembly} puts the parts together in the order of the file and replaces the numbers of the parsers by those of the file, in the
 * order of first appearance: the {@code LineEntries} of the file. {@code JointReader} puts those of several files together and decides what
 * their values mean. Ratings that are all equal say no more than what was chosen, so each becomes a weight of 1; so does a line
 * without a rating. Lines of weight 0 are passed over. A line that is wrong ends the reading with a message, unless such lines are to be
 * skipped. The result is a {@code rung.data.Ratings}, which also settles duplicates: unless the caller says otherwise, {@code
 * JointReader} asks it to keep the latest of several ratings, for which it reads the files again with their times, and to add up weights. The application that trains on it is {@code
 * rung.ratings}.
 *
 * <p>Uses {@code rung.file.text}, {@code rung.file.input}, {@code rung.file}, {@code rung.data} and {@code rung.linalg}. Used by the
 * command, the server, the benchmarks and programs.
 */
package rung.file.ratings;
