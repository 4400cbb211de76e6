/**
 * The nouns of the library, and the one boundary that everything hangs on: between how to climb and what is climbed. To climb is to add
 * columns to U and V, and so to raise the rank.
 *
 * <pre>
 *   {@link rung.ConvexFunction}   a function R of a matrix, which a user writes or picks: rows, columns, value(A), gradient(A) as an operator
 *         │  an engine turns it into
 *   {@link rung.Problem}          the function together with its engine; an {@link rung.ExactProblem} if the engine minimizes R itself
 *         │  start()
 *   {@link rung.Iterate}          the working pair U, V and whatever the engine keeps about it; an {@link rung.ExactIterate} likewise
 *         │  changed step by step by
 *   {@link rung.Algorithm}        Greedy, LocalSearch, FastGreedy or FastLocalSearch
 *         │
 *   {@link rung.Solution}         a low-rank matrix, the trace, why the run ended, how it came about; {@link rung.Climbed} adds the iterate
 * </pre>
 *
 * <p>This package uses {@code rung.linalg}, and from {@code rung.kernel} only the name of the kernels. All other packages use it.
 *
 * <h2>Where to look</h2>
 *
 * <ul>
 *   <li>To do something with data: {@code rung.completion} fills the holes of a table, {@code rung.ratings} trains a recommender, {@code
 *       rung.separation} splits a video or a matrix into background and foreground, {@code rung.comparison} compares methods.
 *   <li>To read or write files: {@code rung.file} and the packages below it.
 *   <li>To minimize a function of one's own: {@link rung.ConvexFunction}, {@code rung.engine.convex} and {@code rung.algorithm}.
 *   <li>Below these: {@code rung.engine} (how factors are stored and refitted), {@code rung.data} (observed entries, tiles, ratings, ids),
 *       {@code rung.objective} and {@code rung.loss} (functions), {@code rung.linalg} and {@code rung.kernel} (arithmetic). {@code
 *       rung.baseline} has the methods that others use.
 * </ul>
 *
 * <h2>The way of a rating, from the file to the model and back</h2>
 *
 * <ol>
 *   <li>{@code rung.file.ratings} reads the line. The value becomes a float. The user and the item get numbers, in the order of their
 *       first appearance in the file.
 *   <li>{@code rung.data} holds all of them: {@code Ratings} are three arrays (user, item, value) and two {@code Ids}, the names of the
 *       users and those of the items. If a user has rated an item several times, {@code Duplicates} says what happens when the {@code
 *       Ratings} are made: by default the latest rating counts, and counts of choices are summed; a caller may ask for the mean, the sum or
 *       an error.
 *   <li>{@code rung.ratings} trains two parts, one after the other. {@code Recommender} holds out about a tenth of the ratings for both:
 *       {@code Ratings.split} decides for each rating by chance.
 *   <li>The first part is {@code rung.preferences}. It learns from the ratings, whatever their values, which items users would choose. It
 *       chooses the penalty without the held-out tenth, by lists for that tenth; then it fits all entries.
 *   <li>The second part is how users would rate items. {@code RankChoice} climbs on the ratings that are not held out, measures the error
 *       on the held-out ones at each rank, and keeps the factors of the best rank. Then {@code RatingTrainer} takes these factors over to
 *       all ratings and goes on at that rank. If the caller gives the rank, one climb on all ratings is enough; the tenth is then held out
 *       for preferences alone. With fewer than 20 held-out ratings the rank is 1.
 *   <li>This is done for each climb, while the rank is chosen and again for all ratings: {@code rung.engine.sampling} turns the ratings
 *       into a problem. In {@code block} each rating, less the mean rating, is stored twice: among those of its user, and among those of
 *       its item. What users choose tells how they would rate: the factors of the first part are traits of users and items, by which
 *       {@code posterior} learns what to expect of them. While the rank is chosen, these are factors that were fitted without the
 *       held-out tenth. If the first part was not trained, or found nothing but what is popular, the traits come from the pattern of
 *       ratings instead.
 *   <li>Where factors are taken over, no columns are added and this step is left out. Else {@code rung.algorithm} climbs: {@code
 *       FastGreedy} asks the engine for the direction that the residuals (predicted minus given ratings) have most in common, adds it as
 *       a new column to the factors of users and items, and has one side refitted, the two sides in turn. It ends at the highest rank,
 *       or, while the rank is chosen, when five more ranks have not lowered the held-out error. In a refit the factors and the bias of
 *       each user (or item) are drawn at random, around the solution of a small least squares problem to which each rating of that user
 *       adds a term; the sums and solves are in {@code rung.kernel}.
 *   <li>After more rounds of draws at the final rank (16, or 120 for fewer than 300,000 ratings; a round draws both sides) the engine
 *       makes the model, {@code BiasedFactors}. The factors and the bias of an item are averages of the means of its posteriors: over the
 *       rounds on all ratings, if factors were taken over from the choice of the rank; else since the column was added. Those older than
 *       a hundred rounds fade. The factors and the bias of a user are solved for once more, given the averaged items. A prediction is the
 *       mean rating plus both biases plus the product of both factors.
 *   <li>If both parts were trained, {@code rung.ratings.BlendChoice} chooses how much the expected rating counts beside the preference,
 *       by lists for the same held-out tenth. It makes these lists with both parts as they were before they saw that tenth. Where there
 *       is no such second part, as when the rank was given, or where fewer than 100 entries are held out, that is fixed.
 *   <li>{@code rung.ratings} makes a {@code Model} of both, with the names, the bounds of predictions (the lowest and the highest
 *       rating, unless others are given), and which items each user has rated; the values of the ratings are not kept. {@code
 *       rung.file.model} writes the model to one file.
 *   <li>For a recommendation {@code rung.file.model} reads that file. {@code Model} finds the user's number by name and scores every
 *       item: the preference, multiplied by more the higher the expected rating; or the expected rating alone, if the model has no
 *       preferences. It leaves out the items that the user has rated, unless they are asked for, and returns the best. A user who is not in
 *       the model is fitted to some ratings first: the factors for preferences by {@code rung.engine.preference.PreferenceFoldIn}, then
 *       those for ratings by {@code biased.FoldIn}, with the former as traits.
 * </ol>
 *
 * <h2>References</h2>
 *
 * <dl>
 *   <dt>[AS21]
 *   <dd>K. Axiotis, M. Sviridenko. Local Search Algorithms for Rank-Constrained Convex Optimization. ICLR 2021.
 *   <dt>[SGS11]
 *   <dd>S. Shalev-Shwartz, A. Gonen, O. Shamir. Large-Scale Convex Minimization with a Low-Rank Constraint (GECO). ICML
 *       2011.
 *   <dt>[MHT10]
 *   <dd>R. Mazumder, T. Hastie, R. Tibshirani. Spectral Regularization Algorithms for Learning Large Incomplete Matrices.
 *       JMLR 11, 2010.
 *   <dt>[PS82]
 *   <dd>C. C. Paige, M. A. Saunders. LSQR: An Algorithm for Sparse Linear Equations and Sparse Least Squares. ACM TOMS 8,
 *       1982.
 *   <dt>[GK65]
 *   <dd>G. Golub, W. Kahan. Calculating the Singular Values and Pseudo-Inverse of a Matrix. SIAM J. Numer. Anal. B 2, 1965.
 *   <dt>[HMT11]
 *   <dd>Halko, Martinsson, Tropp, Finding structure with randomness, SIAM Review 53, 2011.
 *   <dt>[MRT11]
 *   <dd>P.-G. Martinsson, V. Rokhlin, M. Tygert. A Randomized Algorithm for the Decomposition of Matrices. ACHA 30, 2011.
 *   <dt>[SKT14]
 *   <dd>A. Szlam, Y. Kluger, M. Tygert. An Implementation of a Randomized Algorithm for Principal Component Analysis. 2014.
 *   <dt>[LN89]
 *   <dd>D. C. Liu, J. Nocedal. On the Limited Memory BFGS Method for Large Scale Optimization. Math. Programming 45, 1989.
 *   <dt>[LT07]
 *   <dd>Y. J. Lim, Y. W. Teh. Variational Bayesian Approach to Movie Rating Prediction. KDD Cup 2007.
 *   <dt>[SM08]
 *   <dd>R. Salakhutdinov, A. Mnih. Bayesian Probabilistic Matrix Factorization using Markov Chain Monte Carlo. ICML 2008.
 *   <dt>[CLMW11]
 *   <dd>E. J. Candès, X. Li, Y. Ma, J. Wright. Robust Principal Component Analysis? J. ACM 58, 2011.
 *   <dt>[LCM10]
 *   <dd>Z. Lin, M. Chen, Y. Ma. The Augmented Lagrange Multiplier Method for Exact Recovery of Corrupted Low-Rank Matrices.
 *       arXiv 1009.5055, 2010.
 *   <dt>[Hub64]
 *   <dd>P. J. Huber. Robust Estimation of a Location Parameter. Ann. Math. Statist. 35, 1964.
 *   <dt>[HW77]
 *   <dd>P. W. Holland, R. E. Welsch. Robust Regression Using Iteratively Reweighted Least-Squares. Comm. Statist. A 6, 1977.
 *   <dt>[JTD11]
 *   <dd>P. Jain, A. Tewari, I. S. Dhillon. Orthogonal Matching Pursuit with Replacement. NIPS 2011.
 *   <dt>[LS01]
 *   <dd>D. D. Lee, H. S. Seung. Algorithms for Non-negative Matrix Factorization. NIPS 2000 (2001).
 *   <dt>[ZWSP08]
 *   <dd>Y. Zhou, D. Wilkinson, R. Schreiber, R. Pan. Large-Scale Parallel Collaborative Filtering for the Netflix Prize. AAIM
 *       2008.
 *   <dt>[Fun06]
 *   <dd>S. Funk. Netflix Update: Try This at Home. 2006.
 *   <dt>[KBV09]
 *   <dd>Y. Koren, R. Bell, C. Volinsky. Matrix Factorization Techniques for Recommender Systems. IEEE Computer 42, 2009.
 *   <dt>[Kor10]
 *   <dd>Y. Koren. Factor in the Neighbors: Scalable and Accurate Collaborative Filtering. ACM TKDD 4, 2010.
 *   <dt>[Kor08]
 *   <dd>Y. Koren. Factorization Meets the Neighborhood: a Multifaceted Collaborative Filtering Model. KDD 2008.
 *   <dt>[HKV08]
 *   <dd>Y. Hu, Y. Koren, C. Volinsky. Collaborative Filtering for Implicit Feedback Datasets. ICDM 2008.
 *   <dt>[RFGS09]
 *   <dd>S. Rendle, C. Freudenthaler, Z. Gantner, L. Schmidt-Thieme. BPR: Bayesian Personalized Ranking from Implicit Feedback. UAI 2009.
 *   <dt>[SKKR01]
 *   <dd>B. Sarwar, G. Karypis, J. Konstan, J. Riedl. Item-Based Collaborative Filtering Recommendation Algorithms. WWW 2001.
 *   <dt>[Ste19]
 *   <dd>H. Steck. Embarrassingly Shallow Autoencoders for Sparse Data. WWW 2019.
 * </dl>
 */
package rung;
