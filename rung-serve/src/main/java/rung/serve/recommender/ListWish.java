package rung.serve.recommender;

import rung.ratings.By;

/**
 * What kind of list is asked for.
 *
 * @param n the most items
 * @param by what ranks them
 * @param surprise how little popularity counts, from -1 to 1
 * @param because the most reasons to give for each item; reasons cost ten times what a list costs, so nobody gets them unasked
 */
record ListWish(int n, By by, double surprise, int because) {}
